/** The Node that runs the stand-ins of macOS's programs. */

export const nodeProgram: string = process.execPath
