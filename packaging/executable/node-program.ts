/**
 * Replaces the module that names the Node that runs files by one without permissions. The executable runs only its own
 * code, and no file.
 */
import { join } from 'node:path'
import { library } from './place.ts'

export const nodeProgram: string = join(library, 'node')
