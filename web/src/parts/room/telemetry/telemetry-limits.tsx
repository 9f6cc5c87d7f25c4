import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatSize } from '../../../../../src/kernel/numbers.ts'
import type { Output } from '../../../operations.ts'
import { useIsAdmin } from '../../../state/role.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextField } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { RoomFault } from '../room-fault.tsx'

type Config = Output<'room_telemetry_config'>

const limits = {
  maxSessions: { label: 'Starts of Daybook', help: 'How many are kept individually; 1 to 10,000.' },
  maxAgeDays: { label: 'Days', help: 'Older ones are deleted; 1 to 3,650.' },
  maxTotalMb: { label: 'Megabytes', help: 'In total; 1 to 10,000.' },
} as const
type LimitName = keyof typeof limits

/** Whether and how long counts are kept. */
export function TelemetryLimits({ project }: { project: string }) {
  const config = useQuery(roomQuery(project, 'room_telemetry_config', {}))
  const status = useQuery(roomQuery(project, 'room_telemetry_status', {}))
  const isAdmin = useIsAdmin(project)
  return (
    <Section
      title="Retention"
      count={
        status.data && (
          <>
            {formatCount(status.data.files, 'file')}, {formatSize(status.data.bytes)}
          </>
        )
      }
    >
      <Loaded query={config} label="the limits" lines={3}>
        {stored => <LimitForm key={JSON.stringify(stored)} project={project} stored={stored} isAdmin={isAdmin} />}
      </Loaded>
    </Section>
  )
}

function LimitForm({ project, stored, isAdmin }: { project: string; stored: Config; isAdmin: boolean }) {
  const [draft, setDraft] = useState({
    maxSessions: String(stored.maxSessions),
    maxAgeDays: String(stored.maxAgeDays),
    maxTotalMb: String(stored.maxTotalMb),
  })
  const refresh = ['room_telemetry_config', 'room_telemetry_status', 'room_telemetry_summary'] as const
  const save = useRoomWrite(project, 'room_telemetry_configure', {
    refresh,
    announcement: () => 'The limits are saved',
  })
  const prune = useRoomWrite(project, 'room_telemetry_prune', {
    refresh,
    announcement: ({ removed }) => `${formatCount(removed, 'file')} deleted; the totals stay`,
  })
  // Spelled out by its keys above.
  const names = Object.keys(limits) as LimitName[]
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        save.mutate(Object.fromEntries(names.map(name => [name, Number(draft[name])])))
      }}
    >
      <Field label="Count how turns end">
        {control => (
          <Switch
            control={control}
            on={stored.enabled}
            disabled={!isAdmin || save.isPending}
            onChange={enabled => save.mutate({ enabled })}
          />
        )}
      </Field>
      <fieldset className="bare-fields" disabled={!isAdmin}>
        <div className="tiles small mt-10">
          {names.map(name => (
            <TextField
              key={name}
              label={limits[name].label}
              help={limits[name].help}
              fault={ruleAt(save.error, name)}
              className="tabular"
              inputMode="numeric"
              value={draft[name]}
              onChange={text => setDraft({ ...draft, [name]: text })}
            />
          ))}
        </div>
      </fieldset>
      <RoomFault error={save.error ?? prune.error} />
      {isAdmin && (
        <div className="row wrap gap-8">
          <Button type="submit" disabled={save.isPending}>
            Save the limits
          </Button>
          <Button disabled={prune.isPending} onClick={() => prune.mutate({})}>
            Delete what exceeds them
          </Button>
        </div>
      )}
    </form>
  )
}
