/** A text with another one put where the caret stands, or in the place of what is selected. */
interface Written {
  text: string
  start: number
  end: number
}

export const inserted = ({ text, start, end }: Written, added: string): { text: string; caret: number } => ({
  text: `${text.slice(0, start)}${added}${text.slice(end)}`,
  caret: start + added.length,
})
