// What may stand after the "?" of the screens of a project's context. Anything else in an address is left out.

type Given = { [key: string]: unknown }

export interface StateAddress {
  edit?: true
  /** The entry of the history on show. */
  n?: number
  against?: 'now'
}

export function stateSearch({ edit, n, against }: Given): StateAddress {
  return {
    ...(edit === true && { edit }),
    ...(typeof n === 'number' && Number.isSafeInteger(n) && n > 0 && { n }),
    ...(against === 'now' && { against }),
  }
}

export interface PromptsAddress {
  key?: string
  view?: 'filled'
}

export function promptsSearch({ key, view }: Given): PromptsAddress {
  const text = typeof key === 'number' ? String(key) : key
  return {
    ...(typeof text === 'string' && text !== '' && { key: text }),
    ...(view === 'filled' && { view }),
  }
}
