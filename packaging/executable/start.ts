/** What the executable begins with. */
import './alone.ts'
import '../../src/cli/main.ts'
