/** The entry point of the executable. */
import './alone.ts'
import './named-imsg.ts'
import '../../src/cli/main.ts'
