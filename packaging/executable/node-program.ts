/** In place of what says which Node runs files: one that was granted nothing. The executable runs what it holds, and no file. */
import { join } from 'node:path'
import { library } from './place.ts'

export const nodeProgram: string = join(library, 'node')
