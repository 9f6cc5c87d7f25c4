// The search parameters of the room's screens. Unknown ones are dropped.

type Given = { [key: string]: unknown }

const fileViews = ['text', 'raw', 'outline'] as const
export type FileView = (typeof fileViews)[number]

export interface FilesAddress {
  path?: string
  view?: FileView
  /** Lines to show, from 1. */
  from?: number
  to?: number
  /** The search text for all files. */
  q?: string
  edit?: true
}

export function filesSearch({ path, view, from, to, q, edit }: Given): FilesAddress {
  const shown = fileViews.find(known => known === view)
  return {
    ...word('path', path),
    ...(shown && { view: shown }),
    ...line('from', from),
    ...line('to', to),
    ...word('q', q),
    ...(edit === true && { edit }),
  }
}

export interface ReceiptsAddress {
  session?: string
  receipt?: string
}

export function receiptsSearch({ session, receipt }: Given): ReceiptsAddress {
  return { ...word('session', session), ...word('receipt', receipt) }
}

function word<K extends string>(key: K, value: unknown): { [key in K]?: string } {
  const text = typeof value === 'number' ? String(value) : value
  // The key is K, which an object literal with a computed name does not say.
  return typeof text === 'string' && text !== '' ? ({ [key]: text } as { [key in K]?: string }) : {}
}

function line<K extends string>(key: K, value: unknown): { [key in K]?: number } {
  const isLine = typeof value === 'number' && Number.isSafeInteger(value) && value > 0
  // As in word().
  return isLine ? ({ [key]: value } as { [key in K]?: number }) : {}
}
