/** Where on this page its own modules lie for plugins that are a part of it. */
export const modulesPlace = Symbol.for('local-messaging-relay.page-modules')
