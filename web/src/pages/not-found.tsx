import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'

export function NotFound() {
  return (
    <main className="lone px-20">
      <h1 className="hidden-text">Not found</h1>
      <Empty
        title="Page not found"
        step={
          <Link to="/" className="button">
            Go to Daybook
          </Link>
        }
      >
        Check the address; it may be mistyped or from another version.
      </Empty>
    </main>
  )
}
