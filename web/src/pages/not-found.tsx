import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Inside the frame, whose navigation leads on. */
export function NotFound() {
  return (
    <div className="page">
      <PageHead title="Page not found" />
      <Empty
        title="There is no page at this address"
        step={
          <Link to="/" className="button">
            Go to Home
          </Link>
        }
      >
        It may be mistyped, or from another version of Daybook.
      </Empty>
    </div>
  )
}
