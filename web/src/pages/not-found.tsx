import { Link } from '@tanstack/react-router'
import { Empty } from '../parts/empty.tsx'

export function NotFound() {
  return (
    <main className="lone">
      <h1 className="hidden-text">Not found</h1>
      <Empty
        title="There is no such page"
        step={
          <Link to="/" className="button">
            Go to Daybook
          </Link>
        }
      >
        The address may be mistyped, or of another version.
      </Empty>
    </main>
  )
}
