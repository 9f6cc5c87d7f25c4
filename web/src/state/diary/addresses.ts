import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { kindNames, terminalNames } from '../../../../src/diary/report/text/names.ts'
import type { ItemKind, TerminalType } from '../../../../src/diary/schema.ts'
import { textsIn } from '../../../../src/kernel/json.ts'

// The search parameters of the diary's screens. Unknown ones are dropped, never an error.

type Given = { [key: string]: unknown }

/** The filters of a screen of work items; an absent list filters nothing. */
export interface DayFilter {
  projects?: string[]
  sources?: string[]
  /** How turns ended; `none` is a turn without evidence. */
  states?: TurnState[]
  kinds?: ItemKind[]
}

/** The item in the drawer, the chain opened in it and that chain's selected lines. */
export interface DrawerAddress {
  /** `<project_key>/<work_item_ref>` */
  item?: string
  /** `<session_ref>/<turn_ref>` */
  chain?: string
  /** `<start>-<end>` */
  lines?: string
}

export type DayAddress = DayFilter & DrawerAddress & { generate?: true }

export type TurnState = TerminalType | 'none'
export type { ItemKind }

// The names are spelled out by these keys, and the compiler checks them against the schema.
export const turnStates: readonly TurnState[] = [...(Object.keys(terminalNames) as TerminalType[]), 'none']
export const itemKinds = Object.keys(kindNames) as readonly ItemKind[]

export function daySearch(given: Given): DayAddress {
  return {
    ...list('projects', textsIn(given.projects)),
    ...list('sources', textsIn(given.sources)),
    ...list('states', among(turnStates, given.states)),
    ...list('kinds', among(itemKinds, given.kinds)),
    ...drawerSearch(given),
    ...(given.generate === true && { generate: true as const }),
  }
}

/** The router also passes on parameters that a screen has not checked, so they are checked here again. */
export function useDayAddress(): DayAddress {
  const given = useSearch({ strict: false })
  return useMemo(() => daySearch(given), [given])
}

export interface TranscriptAddress {
  turn?: string
  mode?: 'full'
  q?: string
}

export function transcriptSearch({ turn, mode, q }: Given): TranscriptAddress {
  return { ...word('turn', turn), ...(mode === 'full' && { mode }), ...word('q', q) }
}

export interface RangeAddress {
  from?: string
  to?: string
  week?: string
}

export function rangeSearch({ from, to, week }: Given): RangeAddress {
  return { ...word('from', from), ...word('to', to), ...word('week', week) }
}

export interface DaysAddress {
  /** `YYYY-MM`, the last month the calendar shows. */
  month?: string
}

export function daysSearch({ month }: Given): DaysAddress {
  return typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

/** The day, the project's key and the session in the URL of a diary screen. */
export function useDiaryPlace(): { date: string; key: string; session: string } {
  const { date = '', key = '', session = '' } = useParams({ strict: false })
  return { date, key, session }
}

function drawerSearch({ item, chain, lines }: Given): DrawerAddress {
  return {
    ...matching('item', item, /^[A-Za-z0-9._-]{1,80}\/W\d{4,}$/),
    ...matching('chain', chain, /^S\d{4,}\/T\d{4,}$/),
    ...matching('lines', lines, /^[1-9]\d{0,14}-[1-9]\d{0,14}$/),
  }
}

function word<K extends string>(key: K, value: unknown): { [key in K]?: string } {
  return matching(key, value, /./)
}

function matching<K extends string>(key: K, value: unknown, form: RegExp): { [key in K]?: string } {
  // The computed key is K by construction.
  return (typeof value === 'string' && form.test(value) ? { [key]: value } : {}) as { [key in K]?: string }
}

function list<K extends string, V>(key: K, values: V[]): { [key in K]?: V[] } {
  // The computed key is K by construction.
  return (values.length > 0 ? { [key]: values } : {}) as { [key in K]?: V[] }
}

function among<V extends string>(known: readonly V[], value: unknown): V[] {
  const given = textsIn(value)
  return known.filter(each => given.includes(each))
}

/** What the page is asked: a commit, line, file or folder, and the repository it is in. */
export interface WhyAddress {
  of?: string
  repository?: string
}

export function whySearch(given: Given): WhyAddress {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
  // The router reads numbers out of addresses, and a short hash may be one.
  const of = typeof given.of === 'number' ? String(given.of) : text(given.of)
  const repository = text(given.repository)
  return { ...(of !== undefined && { of }), ...(repository !== undefined && { repository }) }
}

export function useWhyAddress(): WhyAddress {
  return whySearch(useSearch({ strict: false }))
}
