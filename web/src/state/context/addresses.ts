// The search parameters of the screens of a project's context. Unknown ones are dropped.

type Given = { [key: string]: unknown }

export interface StateAddress {
  edit?: true
  /** The selected entry of the history. */
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
