import { addCopyButtons } from './copy-buttons.ts'
import { leadBack } from './lead-back.ts'
import { addThemeSwitch } from './theme-button.ts'
import { addTryIt } from './try-it.ts'

// The documentation works without this script, which only adds the interactive parts.
addThemeSwitch()
addCopyButtons()
void leadBack()
for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) addTryIt(form)
