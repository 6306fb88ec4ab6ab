/** The global key under which the page offers its own modules to plugins that run within it. */
export const modulesPlace = Symbol.for('local-messaging-relay.page-modules')
