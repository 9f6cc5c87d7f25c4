import type { App } from '../../app.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { type Role, roles } from '../../kernel/operation.ts'
import {
  addToken,
  createPrincipal,
  findPrincipal,
  listMembers,
  listTokens,
  renewToken,
  revokeToken,
  setMembership,
  type TokenSummary,
} from '../../projects/tokens.ts'
import type { AccessOptions, Task } from './access.ts'
import { usageFault } from './failure.ts'
import { when } from './format.ts'
import { jsonText } from './json.ts'
import { rows } from './rows.ts'
import { type Terminal, terminal } from './terminal.ts'

type Run = (app: App, options: AccessOptions, args: string[]) => Promise<number>

export const accessTasks: Record<Task, Run> = {
  async add({ db, clock }, options, [principal = '']) {
    const { label = '', name, project: projects = [] } = options
    const role = options.role === undefined ? null : roleNamed(options.role)
    const expires = expiryOf(options.expires, clock())
    const made = await db.write(async tx => {
      const known = await findPrincipal(tx, principal)
      if (known === undefined) await createPrincipal(tx, { id: principal, ...(name && { name }) })
      return addToken(tx, { principal, label, now: formatInstant(clock()), expires, projects, role })
    })
    return answer(options, made, page => {
      page.line(made.secret)
      page.note(
        `This is the only time the token is shown. It acts for ${made.token.principal}; its id is ${made.token.id}.`,
      )
      page.note(`It ${endOf(made.token)} and opens ${limitsOf(made.token)}.`)
      page.note(`Give it a role: daybook member set ${made.token.principal} <project> reader|writer|admin`)
    })
  },

  async list({ db, clock }, options) {
    const tokens = await db.read(listTokens)
    return answer(options, { tokens }, page => {
      page.data(
        rows(
          tokens.map(token => [
            token.id,
            token.principal,
            when(token.created),
            isOver(token, clock()) ? `expired ${when(token.expires ?? '')}` : endOf(token),
            limitsOf(token),
            token.label,
          ]),
          page,
        ),
      )
      if (tokens.length === 0) page.note('There are no tokens. Make one: daybook token add <principal>')
    })
  },

  async renew({ db, clock }, options, [token = '']) {
    const expires = expiryOf(options.expires, clock())
    const renewed = await db.write(tx => renewToken(tx, token, expires))
    return answer(options, renewed, page => {
      page.line(renewed.id)
      page.note(`It ${endOf(renewed)}. Whoever has it goes on using it as it is.`)
    })
  },

  async revoke({ db }, options, [token = '']) {
    const revoked = await db.write(tx => revokeToken(tx, token))
    return answer(options, revoked, page => {
      page.line(revoked.id)
      page.note(`Revoked; it opened the door for ${revoked.principal} until now.`)
    })
  },

  async set({ db }, options, [principal = '', project = '', wanted = '']) {
    const role = wanted === 'none' ? wanted : roleNamed(wanted, '; none takes it away')
    const set = await db.write(tx => setMembership(tx, { principal, project, role }))
    return answer(options, set, page => page.data(rows([[set.principal, set.project_id, set.role]], page)))
  },

  async members({ db }, options) {
    const members = await db.read(listMembers)
    return answer(options, { members }, page =>
      page.data(
        rows(
          members.map(({ principal, project_id, role, name }) => [principal, project_id, role, name]),
          page,
        ),
      ),
    )
  },
}

function roleNamed(wanted: string, more = ''): Role {
  const role = roles.find(each => each === wanted)
  if (!role) throw usageFault('No such role.', `The roles are ${roles.join(', ')}${more}.`)
  return role
}

const units: { [unit: string]: number } = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }
const longestMs = 3650 * 86_400_000

function expiryOf(given = '', now: number): string | null {
  if (given === 'never') return null
  const [, count = '', unit = ''] = /^(\d{1,6})([hdw])$/.exec(given) ?? []
  const ms = Number(count) * (units[unit] ?? 0)
  if (ms > 0 && ms <= longestMs) return formatInstant(now + ms)
  throw usageFault('That is no time a token can last.', 'Give hours, days or weeks such as 12h, 90d or 4w, or never.')
}

function isOver({ expires }: TokenSummary, now: number): boolean {
  return expires !== null && expires <= formatInstant(now)
}

function endOf({ expires }: TokenSummary): string {
  return expires === null ? 'never expires' : `expires ${when(expires)}`
}

function limitsOf({ projects, role }: TokenSummary): string {
  return [projects?.join(', ') ?? 'all projects', ...(role ? [`as ${role} at most`] : [])].join(' ')
}

function answer(options: AccessOptions, result: object, show: (page: Terminal) => void): number {
  const page = terminal()
  if (options.json) page.line(jsonText(result, page.columns !== undefined))
  else show(page)
  return 0
}
