// The style of a form, its page and its embed. The fonts are those of the device or of the website.
import { type Colours, darkSurface } from '#core/legible-colours.ts';

/** Of the form itself; it stands in a shadow root, or in the body of the page. */
export function formStyle({ accent, onAccent, onLight }: Colours): string {
  return `.vw-form{--accent:${accent};--on-accent:${onAccent};--brand:${onLight};--error:#b3261e;--text:#1c1c1c;--muted:#595959;--line:#767676;--surface:#fff;--field:#fff;--note:#fff3cd;--on-note:#4d3800;color:var(--text);background:var(--surface);line-height:1.5;font-size:1rem;text-align:left}
.vw-form *{box-sizing:border-box}
.vw-form [hidden]{display:none}
.vw-form h2{margin:0 0 .5rem;font-size:1.25rem;line-height:1.3}
.vw-form h2:focus,.vw-form .summary:focus{outline:none}
.vw-form p{margin:0}
.vw{display:flex;flex-direction:column;gap:1.25rem;margin:0}
.vw .intro{white-space:pre-line}
.vw label{display:block;margin-bottom:.25rem;font-weight:600}
.vw .optional{font-weight:400;color:var(--muted)}
.vw .hint{margin-bottom:.375rem;color:var(--muted);font-size:.9375rem}
.vw .error{margin-bottom:.375rem;color:var(--error);font-weight:600}
.vw input,.vw textarea{display:block;width:100%;min-height:3rem;margin:0;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.375rem;background:var(--field);color:inherit;font:inherit;font-size:max(1rem,16px)}
.vw textarea{min-height:8rem;resize:vertical}
.vw .short input{max-width:11rem}
.vw .wrong input,.vw .wrong textarea{border:2px solid var(--error)}
.vw input[type=file]{padding:.5rem;border-style:dashed}
.vw input::file-selector-button{margin-right:.75rem;padding:.375rem .75rem;border:1px solid var(--brand);border-radius:.25rem;background:var(--surface);color:var(--brand);font:inherit;font-weight:600}
.vw-form :is(input,textarea,button,a):focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.vw-form button{display:inline-block;min-height:3rem;width:100%;padding:.625rem 1.5rem;border:2px solid var(--brand);border-radius:.375rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
.vw-form button.again{background:var(--surface);color:var(--brand)}
.vw-form button[aria-disabled=true]{cursor:progress;opacity:.75}
.vw .summary{padding:1rem;border:2px solid var(--error);border-radius:.375rem}
.vw .summary ul{margin:0;padding-left:1.25rem}
.vw .summary a{color:var(--error);font-weight:600}
.vw .status:empty{display:none}
.vw .test{padding:.5rem .75rem;border-radius:.375rem;background:var(--note);color:var(--on-note)}
.unseen{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.vw-form .sent{display:flex;flex-direction:column;gap:1rem}
@media (min-width:30rem){.vw-form button{width:auto;min-width:10rem}}`;
}

/** Of the page around it. */
export const pageStyle = `html{background:#f3f4f6;color:#1c1c1c;font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0}
.page{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem}
header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.25rem;font-size:1.125rem;font-weight:600;overflow-wrap:anywhere}
header small{display:block;font-size:.875rem;font-weight:400}
header img{max-width:12rem;max-height:4rem}
h1{margin:0 0 1.25rem;font-size:1.625rem;line-height:1.25}
.vw-form{padding:1.25rem;border-top:.375rem solid var(--accent);border-radius:.5rem;box-shadow:0 1px 3px rgb(0 0 0/.2)}
.bare{background:#fff}
.bare .page{padding:.25rem}
.bare .vw-form{padding:0;border:0;box-shadow:none}
@media (min-width:30rem){.page{padding-top:2.5rem}.vw-form{padding:2rem}}`;

/** Of the page on a device that prefers dark. An embed stays light, as most websites do. */
export function darkStyle({ onDark }: Colours): string {
  return `@media (prefers-color-scheme:dark){
html{background:#121315;color:#ececec;color-scheme:dark}
header img{padding:.375rem;border-radius:.375rem;background:#fff}
.vw-form{--brand:${onDark};--error:#ffa097;--text:#ececec;--muted:#b8babf;--line:#8d9096;--surface:${darkSurface};--field:#292a2e;--note:#4d3800;--on-note:#fff3cd}
}`;
}

/** Of the shadow root: the website's own text style must not distort the form. */
export const embedStyle = `:host{display:block}
.vw-form{max-width:36rem;padding:1rem;border-radius:.5rem;font-weight:400;font-style:normal;letter-spacing:normal;word-spacing:normal;text-transform:none;text-indent:0;white-space:normal}`;
