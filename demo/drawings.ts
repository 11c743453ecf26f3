// The photos of the demo's leads, drawn as SVG.
import sharp from 'sharp';

const width = 1200;
const height = 900;
const quality = 88;

export function drawPhoto(name: string): Promise<Buffer> {
  const drawing = drawings[name];
  if (drawing === undefined) throw new Error(`there is no drawing "${name}"`);
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"`;
  const svg = `<svg ${frame} width="${width}" height="${height}">${shades}${drawing}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg({ quality }).toBuffer();
}

const shades = `<defs>
  ${shade('steel', '#f3f6f9', '#8d9aa6')} ${shade('wall', '#f4efe6', '#d9cfbf')}
  ${shade('dusk', '#8fb4d8', '#dfe9f1')} ${shade('clay', '#c96f4a', '#94452c')}
  ${shade('tiles', '#e6f0f2', '#c3d6da')} ${shade('stain', '#b58a4c', '#e9dfcc')}
</defs>`;

function shade(id: string, top: string, bottom: string): string {
  const stops = `<stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>`;
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`;
}

function room(fill: string): string {
  return `<rect width="1200" height="900" fill="url(#${fill})"/>`;
}

/** The same shape at each of these places. */
function repeated(
  count: number,
  place: (index: number) => [number, number],
  shape: string,
): string {
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = place(index);
    return `<g transform="translate(${x} ${y})">${shape}</g>`;
  }).join('');
}

const grid = (columns: number, x: number, y: number, dx: number, dy: number) => (index: number) =>
  [x + (index % columns) * dx, y + Math.floor(index / columns) * dy] as [number, number];

const wallTiles = repeated(
  48,
  grid(8, 4, 4, 150, 150),
  '<rect width="142" height="142" rx="4" fill="#fff" opacity=".55"/>',
);
const roofTile = '<path d="M0 0h112v58q-56 44-112 0z" fill="url(#clay)" stroke="#7a3722"/>';
const slots =
  '<rect width="30" height="60" rx="4" fill="#2c3338"/><rect x="6" y="8" width="18" height="26" rx="3" fill="#e8ecef"/>';
const fin = '<rect width="62" height="440" rx="26" fill="url(#steel)" stroke="#b3bcc4"/>';
const drop = '<path d="M0-34q26 40 0 56q-26-16 0-56z" fill="#4aa3df"/>';

const drawings: Record<string, string> = {
  tap: `${room('tiles')}${wallTiles}
    <rect y="690" width="1200" height="210" fill="#8a6a4d"/>
    <ellipse cx="600" cy="770" rx="420" ry="82" fill="#dfe5ea" stroke="#a9b4bd" stroke-width="8"/>
    <ellipse cx="600" cy="782" rx="350" ry="52" fill="#b9c5ce"/>
    <path d="M400 700V420q0-150 150-150h60q120 0 120 120v60h-80v-50q0-50-50-50h-40q-70 0-70 80v270z" fill="url(#steel)" stroke="#7d8994" stroke-width="5"/>
    <rect x="370" y="676" width="150" height="36" rx="14" fill="#8d9aa6"/>
    <path d="M420 300l-120-50" stroke="#8d9aa6" stroke-width="34" stroke-linecap="round"/>
    ${repeated(3, (index) => [690, 520 + index * 85], drop)}
    <ellipse cx="690" cy="778" rx="70" ry="12" fill="none" stroke="#4aa3df" stroke-width="5"/>`,
  boiler: `${room('wall')}
    <rect x="360" y="90" width="480" height="610" rx="26" fill="#fbfcfd" stroke="#b9c2ca" stroke-width="6"/>
    <rect x="560" y="0" width="80" height="92" fill="#d5dbe0"/>
    <rect x="420" y="470" width="360" height="150" rx="14" fill="#27313a"/>
    <text x="600" y="572" font-family="monospace" font-size="92" fill="#ff6b4a" text-anchor="middle">F28</text>
    <circle cx="470" cy="655" r="20" fill="#c6ced5"/><circle cx="730" cy="655" r="20" fill="#c6ced5"/>
    ${repeated(4, (index) => [440 + index * 95, 700], '<rect width="34" height="200" fill="#c1794b"/><rect x="-6" y="40" width="46" height="26" fill="#8d9aa6"/>')}
    <text x="600" y="190" font-family="sans-serif" font-size="42" fill="#9aa5ae" text-anchor="middle">combi 28</text>`,
  roof: `${room('dusk')}
    <path d="M0 330L600 110l600 220v570H0z" fill="#6d3220"/>
    ${repeated(72, (index) => [(index % 12) * 112 - (Math.floor(index / 12) % 2) * 56, 330 + Math.floor(index / 12) * 92], roofTile)}
    <path d="M505 508h250v118q-130 40-250-6z" fill="#3b2a22"/>
    <path d="M505 548h250M505 596h250" stroke="#a98258" stroke-width="14"/>
    <g transform="rotate(24 860 690) translate(790 640)">${roofTile}</g>
    <rect x="860" y="60" width="130" height="240" fill="#9a4a33"/><rect x="845" y="50" width="160" height="30" fill="#7a3722"/>`,
  gutter: `${room('dusk')}
    <rect y="420" width="1200" height="480" fill="#b4684b"/>
    ${repeated(40, (index) => [(index % 8) * 158 - (Math.floor(index / 8) % 2) * 79, 425 + Math.floor(index / 8) * 96], '<rect width="150" height="88" fill="#a85c40"/>')}
    ${repeated(11, (index) => [index * 112 - 20, 190], roofTile)}
    <path d="M0 320h820l380 130v64L800 388H0z" fill="#7f8b95" stroke="#59646d" stroke-width="5"/>
    <path d="M120 388v512h74V388z" fill="#8d99a3" stroke="#59646d" stroke-width="4"/>
    ${repeated(4, (index) => [960 + index * 55, 560 + index * 60], drop)}`,
  'fuse-box': `${room('wall')}
    <rect x="270" y="90" width="660" height="720" rx="18" fill="#cfd6dc" stroke="#8e99a3" stroke-width="8"/>
    <rect x="310" y="140" width="580" height="180" rx="10" fill="#f3f5f7"/>
    ${repeated(5, grid(5, 345, 165, 110, 0), '<circle cx="40" cy="60" r="46" fill="#fff" stroke="#7f8a94" stroke-width="8"/><circle cx="40" cy="60" r="18" fill="#b4552f"/>')}
    <rect x="310" y="370" width="580" height="170" rx="10" fill="#f3f5f7"/>
    ${repeated(12, grid(12, 335, 425, 45, 0), slots)}
    <rect x="310" y="590" width="260" height="170" rx="10" fill="#27313a"/>
    <text x="440" y="695" font-family="monospace" font-size="54" fill="#b9e4a0" text-anchor="middle">04817</text>
    <path d="M640 600v160M700 600v160M760 600v160M820 600v160" stroke="#6d4f3a" stroke-width="16"/>`,
  radiator: `${room('wall')}
    <rect y="740" width="1200" height="160" fill="#a47c56"/>
    <rect x="250" y="0" width="700" height="190" fill="#d9ebf5" stroke="#fff" stroke-width="22"/>
    ${repeated(10, grid(10, 250, 260, 70, 0), fin)}
    <circle cx="215" cy="330" r="38" fill="#fff" stroke="#a9b4bd" stroke-width="8"/>
    <path d="M215 370v400M975 640v130" stroke="#b06e43" stroke-width="22"/>
    <ellipse cx="640" cy="790" rx="120" ry="16" fill="#7fa9c6" opacity=".6"/>`,
  bathroom: `${room('tiles')}${wallTiles}
    <rect y="720" width="1200" height="180" fill="#93a8ad"/>
    <path d="M90 520h520v110q0 90-90 90H180q-90 0-90-90z" fill="#fff" stroke="#b8c6cb" stroke-width="8"/>
    <path d="M150 520V250q0-60 60-60t60 60" fill="none" stroke="#8d9aa6" stroke-width="18"/>
    <rect x="790" y="430" width="300" height="70" rx="24" fill="#fff" stroke="#b8c6cb" stroke-width="8"/>
    <path d="M900 500h80l20 220H880z" fill="#f1f5f6" stroke="#b8c6cb" stroke-width="6"/>
    <rect x="800" y="110" width="280" height="240" rx="12" fill="#d4e6ee" stroke="#8d9aa6" stroke-width="10"/>
    <path d="M910 430v-44q0-20 40-20" fill="none" stroke="#8d9aa6" stroke-width="16"/>`,
  ceiling: `${room('wall')}
    <path d="M0 0h1200v520L880 330H320L0 520z" fill="#fbf8f2"/>
    <ellipse cx="600" cy="190" rx="230" ry="100" fill="url(#stain)" opacity=".75"/>
    <ellipse cx="620" cy="200" rx="150" ry="62" fill="none" stroke="#a67c3f" stroke-width="9" opacity=".7"/>
    <path d="M470 150q90 60 130 20t160 60" fill="none" stroke="#8f7a5c" stroke-width="4"/>
    <rect x="430" y="400" width="340" height="380" fill="#cfe2ee" stroke="#fff" stroke-width="20"/>
    <path d="M600 400v380" stroke="#fff" stroke-width="14"/>
    ${repeated(2, (index) => [620 + index * 40, 330 + index * 70], drop)}`,
};
