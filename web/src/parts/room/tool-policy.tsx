import './talk.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { roomQuery } from '../../state/room/queries.ts'
import { toolWords } from '../../state/room/tool-words.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { safeText } from '../transcript/safe-text.ts'

/** The tools a turn may use, all when undefined, and whether it must use one. */
export interface Policy {
  allowed?: readonly string[]
  require: boolean
}

export const anyTool: Policy = { require: false }

/** As the request carries it; nothing for the default. */
export function policyInput({ allowed, require }: Policy): { toolPolicy?: object } {
  if (allowed === undefined && !require) return {}
  return { toolPolicy: { ...(allowed && { allowedTools: allowed }), ...(require && { requireTool: true }) } }
}

interface Props {
  project: string
  policy: Policy
  onChange: (policy: Policy) => void
}

export function ToolPolicy({ project, policy, onChange }: Props) {
  const tools = useQuery({ ...roomQuery(project, 'room_tool_list', {}), staleTime: 60_000 })
  return (
    <details className="tool-policy text-xs">
      <summary className="inline-row gap-4 soft pointer">
        <ChevronRight aria-hidden="true" /> Tools: {policyLabel(policy)}
      </summary>
      <Loaded query={tools} label="tools" lines={3}>
        {({ tools: all }) => {
          const allowed = policy.allowed ?? all.map(({ id }) => id)
          return (
            <fieldset className="stack gap-8 mt-6 py-10 px-12 border rounded-m">
              <legend className="px-4 muted text-xs">Allowed tools</legend>
              <div className="tiles small">
                {all.map(({ id, purpose }) => (
                  <label key={id} className="check row gap-8" title={safeText(purpose)}>
                    <input
                      type="checkbox"
                      checked={allowed.includes(id)}
                      onChange={({ target }) =>
                        onChange(withAllowed(policy, all, allowed, { id, isAllowed: target.checked }))
                      }
                    />
                    {toolWords(id)}
                  </label>
                ))}
              </div>
              <label className="check row gap-8">
                <input
                  type="checkbox"
                  checked={policy.require}
                  onChange={({ target }) => onChange({ ...policy, require: target.checked })}
                />
                Require a tool before the answer
              </label>
            </fieldset>
          )
        }}
      </Loaded>
    </details>
  )
}

function withAllowed(
  { require }: Policy,
  all: readonly { id: string }[],
  allowed: readonly string[],
  { id, isAllowed }: { id: string; isAllowed: boolean },
): Policy {
  const next = all.map(tool => tool.id).filter(each => (each === id ? isAllowed : allowed.includes(each)))
  return next.length === all.length ? { require } : { allowed: next, require }
}

function policyLabel({ allowed, require }: Policy): string {
  const which = allowed === undefined ? 'all' : allowed.length === 0 ? 'none' : String(allowed.length)
  return require ? `${which}, one is required` : which
}
