import { hookEvents, hookGroups, isOwnGroup, programOf } from './hook-events.ts'
import { textBeforeChange } from './json-settings.ts'
import { indentOf, insertItem, insertMember, memberOf, readJsonc, removePart, type Value } from './jsonc.ts'

/** The text of a settings file with our hooks, everything else byte for byte; undefined when it is not what it should be. */
export function withHooks(text: string, program: string): string | undefined {
  const groups = hookGroups(program)
  if (text.trim() === '') {
    return `${JSON.stringify({ hooks: Object.fromEntries(groups.map(([event, group]) => [event, [group]])) }, null, 2)}\n`
  }
  const root = readJsonc(text)
  if (!root?.members || !hasLists(memberOf(root, 'hooks')?.value)) return undefined
  if (JSON.stringify(ownGroups(root)) === JSON.stringify(groups)) return text
  return groups.reduce((now, [event, group]) => withGroup(now, event, group), withoutGroups(text))
}

/** The text without them, as it was before they were put in; the same text when there are none. */
export function withoutHooks(text: string): string {
  const [first] = ownGroups(readJsonc(text))
  if (!first) return text
  if (text === withHooks('', programOf(first[1]))) return ''
  return withoutGroups(text)
}

/** The text with the hooks that another has; undefined where that has none. */
export function withSameHooks(text: string, like: string): string | undefined {
  const [first] = ownGroups(readJsonc(like))
  return first && withHooks(text, programOf(first[1]))
}

function hasLists(hooks: Value | undefined): boolean {
  return hooks === undefined || (hooks.members?.every(({ value }) => value.items !== undefined) ?? false)
}

/** Our groups by event, in the order of the file. */
function ownGroups(root: Value | undefined): [event: string, group: unknown][] {
  return (memberOf(root, 'hooks')?.value.members ?? []).flatMap(({ key, value }) =>
    (value.items ?? []).filter(({ data }) => isOwnGroup(data)).map(({ data }): [string, unknown] => [key, data]),
  )
}

function withGroup(text: string, event: string, group: unknown): string {
  const root = readJsonc(text)
  const hooks = memberOf(root, 'hooks')
  if (!root) return text
  if (!hooks) return insertMember(text, root, 'hooks', { [event]: [group] }, '')
  const groups = memberOf(hooks.value, event)
  if (!groups) return insertMember(text, hooks.value, event, [group], indentOf(text, hooks))
  return insertItem(text, groups.value, group, indentOf(text, groups))
}

/** The last first, because they were put in one after the other; what they were put into goes with them where it holds nothing else. */
function withoutGroups(text: string): string {
  const root = readJsonc(text)
  const hooks = memberOf(root, 'hooks')
  const lists = (hooks?.value.members ?? []).filter(({ value }) => value.items?.some(({ data }) => isOwnGroup(data)))
  const last = hookEvents.findLast(({ event }) => lists.some(({ key }) => key === event))
  const list = lists.find(({ key }) => key === last?.event)
  const group = list?.value.items?.findLast(({ data }) => isOwnGroup(data))
  if (!root || !hooks || !list || !group) return text
  const isAlone = list.value.items?.length === 1
  const texts = [
    ...(isAlone && hooks.value.members?.length === 1 ? [removePart(text, root, hooks)] : []),
    ...(isAlone ? [removePart(text, hooks.value, list)] : []),
    removePart(text, list.value, group),
  ]
  const before = textBeforeChange(text, each => withGroup(each, list.key, group.data), texts)
  return withoutGroups(before ?? texts[0] ?? text)
}
