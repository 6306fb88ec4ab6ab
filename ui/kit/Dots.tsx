/**
 * Draws the three dots of a button that opens a menu. Every row of a list has one, so it is a single element, and not an
 * icon of circles.
 */
export const Dots = ({ size }: { size: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={4}
    strokeLinecap="round"
    aria-hidden
  >
    <path d="M5 12h.01M12 12h.01M19 12h.01" />
  </svg>
)
