import type { Output } from '../operations.ts'
import { shortSession } from '../state/words.ts'
import { Ago } from './ago.tsx'

/** Another session has the record open. Editing goes on; a conflict would be shown. */
export function AlsoActive({ id, conflict }: { id: string; conflict: Output<'activate'>['conflict'] }) {
  if (!conflict) return null
  return (
    <p className="note" role="status">
      {id} is also active in session{' '}
      <span className="mono" title={conflict.session_id}>
        {shortSession(conflict.session_id)}
      </span>
      , last active <Ago time={conflict.last_activity} />. If both change it, you will see both texts.
    </p>
  )
}
