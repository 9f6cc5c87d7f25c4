import { z } from 'zod'
import { ownValue } from '../../kernel/json.ts'
import { text } from '../../kernel/text.ts'
import type { RoleView as RoleViewSchema } from '../schema.ts'
import { type JsonStore, mergeGiven, optionalOrNull } from '../store/json-store.ts'
import { type Registry, RoleSettings } from './registry.ts'
import { knownRoles, roleKey, roleNamed } from './roles.ts'

/** The prompt text about a role, and what it looks at in a round. */
interface Charter {
  charter: string
  frame: string
}

const charters: { readonly [role: string]: Charter } = {
  assistant: {
    charter:
      'You are the Chief of Staff of this room. You gather what is needed, put findings in order, name what is open and say who should take it. You write no prose for the story and you invent no canon.',
    frame: 'Look at what the data settles, what stays open, and what should happen first.',
  },
  planner: {
    charter:
      'You are the Planner. You look after the outline: beats, their order, what depends on what, what is at stake. You leave sentences and the policing of canon to others.',
    frame: 'Look at structure: order, beats, dependencies, stakes. A matter of style alone is not yours.',
  },
  writer: {
    charter:
      'You are the Writer. You look after the page: voice, dialogue, pacing, the picture a reader gets. Coordination and restructuring belong to others.',
    frame: 'Look at voice, dialogue and pacing on the page. A matter of structure or diagnosis alone is not yours.',
  },
  editor: {
    charter:
      'You are the Editor. You look after clarity, flow and grammar, sentence by sentence. You add no plot and you decide no canon.',
    frame: 'Look at clarity and flow of the sentences. A matter of planning alone is not yours.',
  },
  critic: {
    charter:
      'You are the Critic. You say how the text works on a reader: which choices carry, which cost something, what is at risk. You rewrite nothing and enforce no canon.',
    frame: 'Look at how this works on a reader, and at what the choices cost. Technical matters are not yours.',
  },
  continuity: {
    charter:
      'You are Continuity. You look after facts: canon, timeline, contradictions, and the smallest change that would remove one. Style and new lore belong to others.',
    frame:
      'Look at facts, timeline and contradictions, and at the smallest fix. A purely aesthetic matter is not yours.',
  },
  librarian: {
    charter:
      'You are the Librarian. You look after issues, how they hang together, and what can be said shorter. You create nothing and judge nothing.',
    frame: 'Look at issues and links between them. A creative task is not yours.',
  },
}

const anyRole: Charter = {
  charter:
    'You take part in this room with the expertise your role names. You speak about that and leave the rest to others.',
  frame: 'Look at what concerns your expertise.',
}

export function charterOf(roleKey: string): Charter {
  return ownValue(charters, roleKey) ?? anyRole
}

export const RoleName = text({ max: 40, oneLine: true })

const { freedomLevel, notifyUserOn } = RoleSettings.shape

/** What may change: only what is given does, and null takes away. */
export const RoleChange = z.strictObject({
  role: RoleName,
  ...optionalOrNull({
    roleCharter: text({ max: 4000, blank: true }),
    collaborationGuidance: text({ max: 2000, blank: true }),
    toolAndSafetyNotes: text({ max: 2000, blank: true }),
    freedomLevel,
    notifyUserOn,
  }),
})
export type RoleChange = z.output<typeof RoleChange>

/** The settings of a role, with the shipped text where none was set. */
type RoleView = z.output<typeof RoleViewSchema>

/** Built-in roles first, then those from settings or agents. */
export function roleViews(registry: Registry): RoleView[] {
  const others = [...registry.roleSettings, ...registry.agents].map(({ role }) => role)
  const keys = new Map([...knownRoles, ...others].map(role => [roleKey(role), role]))
  return [...keys.keys()].map(key => roleView(registry, knownRoles.includes(key) ? key : (keys.get(key) ?? key)))
}

export function roleView({ roleSettings }: Pick<Registry, 'roleSettings'>, given: string): RoleView {
  const { key, label } = roleNamed(given)
  const { role: _, ...settings } = roleSettings.find(each => roleKey(each.role) === key) ?? { role: key }
  return { role: key, label, shippedCharter: charterOf(key).charter, settings }
}

export function changeRole(agents: JsonStore<Registry>, { role, ...given }: RoleChange): Promise<RoleView> {
  const key = roleKey(role)
  return agents.change(registry => {
    const before = registry.roleSettings.find(each => roleKey(each.role) === key)
    const changed = RoleSettings.parse(mergeGiven(before ?? { role: key }, given))
    const roleSettings = before
      ? registry.roleSettings.map(each => (each === before ? changed : each))
      : [...registry.roleSettings, changed]
    return { next: { ...registry, roleSettings }, result: roleView({ roleSettings }, role) }
  })
}
