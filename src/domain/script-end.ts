/** Declares how a run of osascript can end, and reads the error numbers that it printed. */

/** The end of a run of osascript; both outputs are cut to their last few thousand characters. */
export interface ScriptEnd {
  /** Null when the script was killed or could not be started. */
  exitCode: number | null
  stdout: string
  stderr: string
  end: 'exited' | 'killed' | 'not_started'
}

/** Takes the number at the end of each line, since the text before it is in the language of the Mac. */
export const errorNumbers = (stderr: string): number[] =>
  [...stderr.matchAll(/\((-?\d{1,6})\)[\s.\u200e\u200f]*$/gm)].map(([, number]) => Number(number))
