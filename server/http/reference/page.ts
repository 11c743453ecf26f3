// The page at /docs: Scalar's viewer on /openapi.json, with all third-party requests disabled.
// URLs are relative, so that the page works behind a proxy with a path prefix.

// Scalar injects inline styles; everything else comes from this server.
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// Scalar offsets its sticky elements and anchors by this height.
const barHeight = '40px';
const barStyle = [
  'position: sticky',
  'top: 0',
  'z-index: 10',
  'box-sizing: border-box',
  `height: ${barHeight}`,
  'padding: 8px 24px',
  'font: 15px/24px system-ui, sans-serif',
  'background: var(--scalar-background-1, Canvas)',
  'border-bottom: 1px solid var(--scalar-border-color, GrayText)',
].join('; ');

export const pageHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Vakwerk API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
  </head>
  <body style="margin: 0; --scalar-custom-header-height: ${barHeight}">
    <noscript>
      This page needs JavaScript. You can also read <a href="openapi.json">the document it shows</a>.
    </noscript>
    <nav style="${barStyle}">
      <a href="docs/guide" style="color: var(--scalar-color-1, LinkText)">Guide for integrators</a>
    </nav>
    <div id="reference"></div>
    <script src="docs/scalar.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const viewerSettings = {
  url: 'openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  // The button opens Scalar's hosted client.
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'direct',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

export const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify(viewerSettings, null, 2)});\n`;
