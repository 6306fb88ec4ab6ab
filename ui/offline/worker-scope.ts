/** Types for the globals that the service worker uses, because the compiler is set up for pages only. */

interface Waiting {
  waitUntil(done: Promise<unknown>): void
}

interface Answering extends Waiting {
  request: Request
  respondWith(response: Promise<Response>): void
}

interface Clicked extends Waiting {
  /** The action of the pressed button; empty for the notification itself. */
  action: string
  notification: Notification
}

interface Pushing extends Waiting {
  /** Null where the push service has carried nothing. */
  data: { json(): unknown } | null
}

interface Tab {
  url: string
  focused: boolean
  visibilityState: string
  focus(): Promise<Tab>
  postMessage(message: unknown): void
}

interface Events {
  install: Waiting
  activate: Waiting
  fetch: Answering
  notificationclick: Clicked
  push: Pushing
  pushsubscriptionchange: Waiting
}

export interface WorkerScope {
  location: Location
  navigator: Navigator
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Tab[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
