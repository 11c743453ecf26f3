#!/bin/sh
# Makes the certificates in this folder anew; needs OpenSSL. The authorities' keys are thrown away.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
names='DNS:localhost,DNS:photos.test,DNS:*.photos.test,IP:127.0.0.1'

cat > "$work/settings" <<END
[ca]
default_ca = authority
[authority]
database = $work/issued
new_certs_dir = $work
rand_serial = yes
default_md = sha256
default_startdate = 20200101000000Z
default_enddate = 21200101000000Z
policy = policy
x509_extensions = leaf
[policy]
commonName = supplied
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[leaf]
basicConstraints = critical, CA:false
extendedKeyUsage = serverAuth
subjectAltName = $names
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[req]
distinguished_name = name
[name]
END

new_key() {
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config "$work/settings" \
    -subj "/CN=$2" -keyout "$1.key" -out "$1.request"
}

sign() {
  openssl ca -batch -notext -config "$work/settings" "$@"
}

make_pair() { # the authority's file, the host's files, the authority's name
  : > "$work/issued"
  new_key "$work/authority" "$3"
  sign -selfsign -extensions root -keyfile "$work/authority.key" -in "$work/authority.request" -out "$1"
  new_key "$work/host" 'Picture host of the tests'
  sign -keyfile "$work/authority.key" -cert "$1" -in "$work/host.request" -out "$2.pem"
  cp "$work/host.key" "$2-key.pem"
}

make_pair authority.pem host 'Authority of the tests'
make_pair "$work/unknown.pem" stranger 'Authority that nobody trusts'
