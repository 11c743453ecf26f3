@rem The scripts start, demo and vakwerk in package.json begin with exec, so that npm's signals reach node and not a shell. cmd.exe has no exec.
@%*
