/** Makes the executable behave as `service imsg` where it was started by a link named `imsg` or `relay-imsg`. */
import { basename } from 'node:path'

if (['imsg', 'relay-imsg'].includes(basename(process.argv0))) process.argv.splice(2, 0, 'imsg', '--')
