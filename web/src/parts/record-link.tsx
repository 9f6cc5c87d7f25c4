import { Link } from '@tanstack/react-router'

/** A record's id as a small link. */
export function RecordLink({ project, id }: { project: string; id: string }) {
  return (
    <Link to="/p/$project/records/$id" params={{ project, id }} className="underlined mono tone-accent">
      {id}
    </Link>
  )
}
