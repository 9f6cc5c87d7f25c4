/** The events of a chat client at which Daybook is called: `daybook hook <name>`. */
export const hookEvents = [
  { name: 'session-start', event: 'SessionStart' },
  { name: 'pre-compact', event: 'PreCompact' },
  // The tools that edit files, of Claude Code and of Codex.
  { name: 'pre-tool-use', event: 'PreToolUse', matcher: 'Edit|MultiEdit|Write|NotebookEdit|apply_patch' },
  { name: 'stop', event: 'Stop' },
  { name: 'session-end', event: 'SessionEnd' },
] as const

export type HookName = (typeof hookEvents)[number]['name']

/** What a client's settings say of an event: the tools it is about, and the commands it runs. */
interface HookGroup {
  matcher?: string
  hooks: { type: 'command'; command: string; timeout: number }[]
}

/** In seconds: what Codex allows at the end of a session. A hook gives up by itself before. */
const timeout = 3

/** Between two ways to start a program, in every shell: the second where the first cannot be started, since a hook itself ends with 0. */
export const orElse = ' || '

/** The section `hooks`, as both clients read it; `program` is how they start Daybook. */
export function hookGroups(program: string): [event: string, group: HookGroup][] {
  return hookEvents.map(({ name, event, ...more }) => [
    event,
    {
      ...more,
      hooks: [
        { type: 'command', command: `${program.replaceAll(orElse, ` hook ${name}${orElse}`)} hook ${name}`, timeout },
      ],
    },
  ])
}

/** How a client starts Daybook, from one of our groups. */
export function programOf(group: unknown): string {
  return String(Object(group).hooks[0].command)
    .split(orElse)
    .map(each => each.replace(/ hook [a-z-]+$/, ''))
    .join(orElse)
}

const names = hookEvents.map(({ name }) => name).join('|')
const ownCommand = new RegExp(`^[^|&;]*\\bdaybook(?:\\.js)?["']? hook (?:${names})$`)

/** Whether a client's settings hold it because of us. */
export function isOwnGroup(group: unknown): boolean {
  const hooks: unknown = Object(group).hooks
  if (!Array.isArray(hooks) || hooks.length === 0) return false
  return hooks.every(each =>
    String(Object(each).command)
      // What is quoted is a name, and may have any character.
      .replace(/\\.|'[^']*'|"[^"]*"/g, word => word.replace(/[|&;]/g, '_'))
      .split(orElse)
      .every(part => ownCommand.test(part)),
  )
}
