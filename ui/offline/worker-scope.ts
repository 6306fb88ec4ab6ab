/** What the worker uses of its surroundings, as types; the compiler knows those of pages alone. */

interface Waiting {
  waitUntil(done: Promise<unknown>): void
}

interface Answering extends Waiting {
  request: Request
  respondWith(response: Promise<Response>): void
}

interface Clicked extends Waiting {
  notification: Notification
}

interface Tab {
  url: string
  focus(): Promise<Tab>
  postMessage(message: unknown): void
}

interface Events {
  install: Waiting
  activate: Waiting
  fetch: Answering
  notificationclick: Clicked
}

export interface WorkerScope {
  location: Location
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Tab[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
