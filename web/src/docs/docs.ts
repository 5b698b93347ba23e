import { addCopyButtons } from './copy-buttons.ts'
import { leadBack } from './lead-back.ts'
import { addThemeSwitch } from './theme-button.ts'
import { addTryIt } from './try-it.ts'

// The pages of the documentation are whole without this script; it adds what needs one.
addThemeSwitch()
addCopyButtons()
void leadBack()
for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) addTryIt(form)
