import './talk.css'
import { safeText } from '../transcript/safe-text.ts'

/** The first letter of an agent's name, shown beside the name. */
export function AgentAvatar({ name }: { name: string }) {
  return (
    <span
      className="agent-avatar stack place-center fixed-size bg-accent tone-accent text-s weight-600"
      aria-hidden="true"
    >
      {[...safeText(name)][0]?.toUpperCase()}
    </span>
  )
}
