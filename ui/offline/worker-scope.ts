/** Types for the globals that the service worker uses, because the compiler is set up for pages only. */

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
