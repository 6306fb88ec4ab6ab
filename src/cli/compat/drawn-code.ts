/** Draws a QR code for a terminal: dark on light in every theme, two rows of it in one line. */
import { encode } from 'uqr'

/** Cameras need this much light around it. */
const margin = 2
const [blackOnWhite, plain] = ['\u001b[38;5;16;48;5;231m', '\u001b[0m']

export function drawnCode(text: string): string {
  const { data } = encode(text, { border: margin })
  const lines: string[] = []
  for (let row = 0; row < data.length; row += 2) {
    const halves = (data[row] ?? []).map((upper, at) => half(upper, data[row + 1]?.[at] ?? false)).join('')
    lines.push(`${blackOnWhite}${halves}${plain}`)
  }
  return lines.join('\n')
}

function half(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀'
  return lower ? '▄' : ' '
}
