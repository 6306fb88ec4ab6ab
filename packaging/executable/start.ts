/** The entry point of the executable. */
import './alone.ts'
import '../../src/cli/main.ts'
