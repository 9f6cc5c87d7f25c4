import './toast.css'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useNotices } from '../state/announce.ts'

/** The one live region: saves, conflicts and results are announced here. */
export function Notices() {
  const notices = useNotices()
  return (
    <div className="toasts" role="status" aria-live="polite">
      {notices.map(({ id, text, tone }) => (
        <div key={id} className={tone === 'quiet' ? 'hidden-text' : 'toast'}>
          {tone === 'done' && <CircleCheck aria-hidden="true" />}
          {tone === 'alert' && <TriangleAlert aria-hidden="true" />}
          {text}
        </div>
      ))}
    </div>
  )
}
