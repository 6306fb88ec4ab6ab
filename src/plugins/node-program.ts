/** The Node that runs files of ours and of plugins in processes of their own. */

export const nodeProgram: string = process.execPath
