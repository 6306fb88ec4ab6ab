/** The two regions that screen readers listen to. */
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
