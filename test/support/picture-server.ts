// A process in the middle of a picture, to be killed: node picture-server.ts <folder> <file>
import { createPictureMaker } from '#pictures/picture-maker.ts';

const [folder, source] = process.argv.slice(2) as [string, string];
const maker = createPictureMaker({ folder, processes: 1 });
await maker.make({
  source,
  picture: `${source}-picture`,
  thumbnail: `${source}-thumbnail`,
  owner: 'somebody',
});
