import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import type { RoleView as RoleViewSchema } from '../schema.ts'
import type { JsonStore } from '../store/json-store.ts'
import { changeable, mergeGiven } from '../store/merge-given.ts'
import { charterOf } from './charters.ts'
import { type Registry, RoleSettings } from './registry.ts'
import { knownRoles, roleKey, roleNamed } from './roles.ts'

export const RoleName = text({ max: 40, oneLine: true })

const { freedomLevel, notifyUserOn } = RoleSettings.shape

/** What may change: only what is given does, and null takes away. */
export const RoleChange = z.strictObject({
  role: RoleName,
  ...changeable({
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
