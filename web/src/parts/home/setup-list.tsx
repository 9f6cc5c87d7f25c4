import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { HomeView } from '../../state/home.ts'

const words = {
  transcripts: { done: 'Transcripts found', todo: 'Find your agents’ transcripts', to: '/diary/sources' },
  day: { done: 'First day read', todo: 'Read your first day', to: '/diary' },
  client: { done: 'A chat client has called', todo: 'Connect a chat client', to: '/settings' },
} as const

/** What a new home still lacks; gone once all of it is done. */
export function SetupList({ setup }: { setup: HomeView['setup'] }) {
  return (
    <ul className="rows setup-rows">
      {setup.map(({ step, done }) => {
        const { done: had, todo, to } = words[step]
        const Icon = done ? CircleCheck : CircleDashed
        return (
          <li key={step} className="row wrap gap-12 py-10">
            <Icon aria-hidden="true" className={done ? 'tone-good' : 'muted'} />
            <span className="row-text stack grow min-w-0 gap-2">
              {done ? (
                <span className="muted">{had}</span>
              ) : (
                <Link to={to} className="text-link">
                  {todo}
                </Link>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
