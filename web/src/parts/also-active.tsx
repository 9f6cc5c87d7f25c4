import type { Output } from '../operations.ts'
import { useProject } from '../state/addresses.ts'
import { Ago } from './ago.tsx'
import { useSessionNames } from './session-names.ts'

/** Another session has the record open. Editing goes on; a conflict would be shown. */
export function AlsoActive({ id, conflict }: { id: string; conflict: Output<'activate'>['conflict'] }) {
  const nameOf = useSessionNames(useProject(), conflict ? [conflict.session_id] : [])
  if (!conflict) return null
  return (
    <p className="note" role="status">
      {id} is also active in another chat (<span title={conflict.session_id}>{nameOf(conflict.session_id)}</span>), last
      active <Ago time={conflict.last_activity} />. If both change it, you will see both texts.
    </p>
  )
}
