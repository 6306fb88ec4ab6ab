/** Names the Node that runs our files and those of plugins in processes of their own. */

export const nodeProgram: string = process.execPath
