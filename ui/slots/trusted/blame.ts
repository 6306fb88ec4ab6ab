/** Whose code it was that failed where nobody catches: the plugin whose file stands highest in the stack. */
const file = /\/plugin-assets\/([^/\s]+)\//

export const pluginIn = (stack: string | undefined): string | undefined => file.exec(stack ?? '')?.[1]
