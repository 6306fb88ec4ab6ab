/** `local-messaging-relay/plugin-ui` for a plugin that is part of the page. */
export { HostRefused } from './host.ts'
export { ui } from './nodes.ts'
export { registerComponent, registerSlot, registerView } from './slots.ts'
