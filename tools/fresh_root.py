#!/usr/bin/env python3
"""Makes a small Debian in a folder, without the network: fresh_root.py FOLDER --for FILE.deb... --with PACKAGE...

It holds the essential packages, those that --with names, those that the files of --for depend on, and what all of these
depend on, and no other: a dependency that is not declared is missing there.  The files come from this machine's
installation, the list of what is installed from its dpkg; what installation scripts would make (users, alternatives) is
made again.  The packages of --for are not installed.  Needs root's rights.

This is `debootstrap --variant=minbase` without unpacking and configuring 100 packages: seconds where that takes minutes.
"""

import argparse
import os
import re
import shutil
import stat
import subprocess
import sys

DPKG = "/var/lib/dpkg"
# Not read by anything that is tried there.
LEFT_OUT = re.compile(r"^/usr/share/(doc|locale|info|lintian|bug|gcc|perl5/Debconf/FrontEnd/Kde|i18n/locales)/|"
                      r"^/usr/share/man/|\.pyc$")


def stanzas(text):
    """The paragraphs of a control file, each as a dict with the text itself under ""."""
    for paragraph in re.split(r"\n\n+", text.strip()):
        fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t].*)*)", paragraph, re.M))
        yield {**fields, "": paragraph}


def alternatives(field):
    """A field of dependencies: for each, the names of which one has to be there."""
    for relation in filter(None, re.split(r"\s*,\s*", field.strip())):
        yield [re.match(r"[a-z0-9+.-]+", name.strip()).group() for name in relation.split("|")]


def installed_packages():
    """name -> stanza of what this machine has installed, and virtual name -> names of who provides it."""
    machine = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    packages, providers = {}, {}
    with open(f"{DPKG}/status", encoding="utf-8") as file:
        for package in stanzas(file.read()):
            if package.get("Status") == "install ok installed" and package["Architecture"] in (machine, "all"):
                packages[package["Package"]] = package
                for names in alternatives(package.get("Provides", "")):
                    providers.setdefault(names[0], []).append(package["Package"])
    return packages, providers


def closure(wanted, packages, providers):
    """The names of `wanted` (lists of alternatives) and of all that they depend on."""
    found, queue = set(), list(wanted)
    while queue:
        names = queue.pop()
        candidates = [name for name in names if name in packages]
        candidates += [name for virtual in names for name in providers.get(virtual, [])]
        if not candidates:
            sys.exit(f"this machine has no {' or '.join(names)} installed")
        if not found.intersection(candidates):
            found.add(candidates[0])
            fields = packages[candidates[0]]
            queue += alternatives(fields.get("Pre-Depends", "")) or []
            queue += alternatives(fields.get("Depends", "")) or []
    return found


def copy_files(root, paths):
    """Files, links and folders, each under the real name of its folder: /bin is a link to /usr/bin."""
    folders = {}
    for path in paths:
        folder, name = os.path.split(path)
        if folder not in folders:
            folders[folder] = os.path.realpath(folder)
        source = os.path.join(folders[folder], name)
        target = root + source
        if LEFT_OUT.search(source) or not os.path.lexists(source):
            continue
        mode = os.lstat(source)
        if stat.S_ISDIR(mode.st_mode):
            os.makedirs(target, exist_ok=True)
            os.chmod(target, stat.S_IMODE(mode.st_mode))
        elif not os.path.lexists(target):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
            os.chown(target, mode.st_uid, mode.st_gid, follow_symlinks=False)
            if not stat.S_ISLNK(mode.st_mode):
                os.chmod(target, stat.S_IMODE(mode.st_mode))


def copy_alternatives(root):
    """/usr/bin/awk -> /etc/alternatives/awk -> /usr/bin/mawk, where the last is there."""
    for name in os.listdir(f"{DPKG}/alternatives"):
        with open(f"{DPKG}/alternatives/{name}", encoding="utf-8") as file:
            link = file.read().split("\n")[1]
        middle = f"/etc/alternatives/{name}"
        if os.path.islink(middle) and os.path.lexists(root + os.path.realpath(middle)):
            for path, target in ((middle, os.readlink(middle)), (link, middle)):
                path = root + os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
                if not os.path.lexists(path):
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    os.symlink(target, path)


def write_database(root, names, packages):
    """What dpkg knows in `root`: the packages, their files, and who waits for which trigger."""
    os.makedirs(f"{root}{DPKG}/info", exist_ok=True)
    for folder in ("updates", "triggers", "alternatives"):
        os.makedirs(f"{root}{DPKG}/{folder}", exist_ok=True)
    with open(f"{root}{DPKG}/status", "w", encoding="utf-8") as file:
        file.writelines(packages[name][""] + "\n\n" for name in sorted(names))
    for name in os.listdir(f"{DPKG}/info"):
        if name.rpartition(".")[0].partition(":")[0] in names:
            shutil.copy2(f"{DPKG}/info/{name}", f"{root}{DPKG}/info/{name}")
    shutil.copy2(f"{DPKG}/info/format", f"{root}{DPKG}/info/format")
    for name in os.listdir(f"{DPKG}/triggers"):
        if name not in ("Lock", "Unincorp"):
            with open(f"{DPKG}/triggers/{name}", encoding="utf-8") as file:
                lines = [line for line in file if re.split("[:/]", line.split()[-1])[0] in names]
            with open(f"{root}{DPKG}/triggers/{name}", "w", encoding="utf-8") as file:
                file.writelines(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("root")
    parser.add_argument("--for", dest="files", nargs="+", default=[])
    parser.add_argument("--with", dest="extra", nargs="+", default=[])
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.root)

    packages, providers = installed_packages()
    wanted = [[name] for name, package in packages.items() if package.get("Essential") == "yes"]
    wanted += [[name] for name in arguments.extra]
    theirs = []
    for path in arguments.files:
        theirs += stanzas(subprocess.check_output(["dpkg-deb", "--field", path], text=True))
    own = {package["Package"] for package in theirs}
    for package in theirs:
        wanted += [names for names in alternatives(package.get("Depends", "")) if not own.intersection(names)]
    names = closure(wanted, packages, providers) - own

    for folder in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"): # a merged /usr
        if os.path.islink(f"/{folder}"):
            target = os.readlink(f"/{folder}")
            os.makedirs(os.path.join(root, target.lstrip("/")), exist_ok=True)
            os.symlink(target, f"{root}/{folder}")
    for name in ("dev", "proc", "tmp", "run", "root", "var/log", "var/cache/man", "var/lib/man-db", "var/tmp"):
        os.makedirs(f"{root}/{name}", exist_ok=True)
    os.chmod(f"{root}/tmp", 0o1777)
    for name in sorted(names):
        lists = [f"{DPKG}/info/{name}{suffix}.list" for suffix in ("", ":" + packages[name]["Architecture"])]
        for path in filter(os.path.exists, lists):
            with open(path, encoding="utf-8") as file:
                copy_files(root, [line for line in file.read().split("\n") if len(line) > 2])
    copy_alternatives(root)
    write_database(root, names, packages)
    for name in ("passwd", "group"):
        shutil.copy(f"/usr/share/base-passwd/{name}.master", f"{root}/etc/{name}")
    with open(f"{root}/var/lib/man-db/auto-update", "w", encoding="utf-8"):
        pass
    shutil.chown(f"{root}/var/cache/man", "man", "man")
    for name, minor in (("null", 3), ("zero", 5), ("random", 8), ("urandom", 9)):
        os.mknod(f"{root}/dev/{name}", 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        os.chmod(f"{root}/dev/{name}", 0o666)
    subprocess.check_call(["chroot", root, "ldconfig"])
    print(f"{len(names)} packages, without what is not declared")


if __name__ == "__main__":
    main()
