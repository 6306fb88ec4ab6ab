/** Attributes an uncaught failure to the plugin whose file is highest in the stack. */
const file = /\/plugin-assets\/([^/\s]+)\//

export const pluginIn = (stack: string | undefined): string | undefined => file.exec(stack ?? '')?.[1]
