/** The two live regions for screen readers. */
import { useAnnouncements } from '../state/announcements.ts'

export function Announcer() {
  const { polite, assertive } = useAnnouncements()
  return (
    <>
      <div className="visually-hidden" role="log" aria-live="polite" aria-atomic="true">
        {polite}
      </div>
      <div className="visually-hidden" role="alert" aria-live="assertive">
        {assertive}
      </div>
    </>
  )
}
