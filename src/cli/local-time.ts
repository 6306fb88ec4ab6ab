/** Formats a time in the local time zone, sortable. Text that is not a time stays as it is. */
export function localTime(ts: string): string {
  const at = new Date(ts)
  if (Number.isNaN(at.getTime())) return ts
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

const two = (number: number) => String(number).padStart(2, '0')
