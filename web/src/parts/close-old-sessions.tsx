import './records.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../src/kernel/numbers.ts'
import { call } from '../api.ts'
import { announce } from '../state/announce.ts'
import { loadAnew } from '../state/behind.ts'
import { Button } from '../ui/button.tsx'
import { FaultView } from '../ui/fault-view.tsx'
import { SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const ages = { '1d': 'a day', '7d': 'a week', '30d': '30 days', '90d': '90 days' }

/** Shows which sessions would be closed before closing them. */
export function CloseOldSessions({ project }: { project: string }) {
  const [open, setOpen] = useState(false)
  const [age, setAge] = useState<keyof typeof ages>('30d')
  const trial = useQuery({
    queryKey: ['in', project, 'old-sessions', age],
    queryFn: () => call('close_old_sessions', { project_id: project, older_than: age, dry_run: true }),
    enabled: open,
    staleTime: 0,
  })
  const close = useMutation({
    mutationFn: () => call('close_old_sessions', { project_id: project, older_than: age, dry_run: false }),
    onSuccess: async ({ closed }) => {
      announce(`${formatCount(closed.length, 'session')} closed`)
      setOpen(false)
      await loadAnew(project)
    },
  })
  const count = trial.data?.closed.length
  return (
    <>
      <Button onClick={() => setOpen(true)}>Close idle sessions…</Button>
      <FormDialog
        open={open}
        title="Close idle sessions"
        lead="Their chats must activate their records again. Everything they wrote stays stored."
        verb={count ? `Close ${formatCount(count, 'session')}` : 'Close'}
        canSubmit={!!count}
        isBusy={close.isPending}
        onSubmit={() => close.mutate()}
        onClose={() => setOpen(false)}
      >
        <SelectField label="Idle for longer than" options={ages} value={age} onChange={setAge} />
        <p role="status">
          {count === undefined && 'Counting…'}
          {count === 0 && 'No session has been idle that long.'}
          {count ? `${formatCount(count, 'session')} would be closed.` : ''}
        </p>
        {(trial.error ?? close.error) && <FaultView error={trial.error ?? close.error} />}
      </FormDialog>
    </>
  )
}
