interface Props {
  legend: string
  help?: string
  fault?: string | undefined
  words: { readonly [key: string]: string }
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Checkboxes side by side. */
export function CheckList({ legend, help, fault, words, chosen, onChange }: Props) {
  return (
    <fieldset className="check-list">
      <legend>{legend}</legend>
      <div>
        {Object.entries(words).map(([key, word]) => (
          <label key={key} className="check-line">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={event =>
                onChange(event.target.checked ? [...chosen, key] : chosen.filter(other => other !== key))
              }
            />
            {word}
          </label>
        ))}
      </div>
      {(fault ?? help) && <p className={fault ? 'field-fault' : 'field-help'}>{fault ?? help}</p>}
    </fieldset>
  )
}
